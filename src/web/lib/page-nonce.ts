declare global {
  /** Read by `get-nonce`. Radix uses it for the one <style> it adds (the scroll lock of an open dialog). */
  var __webpack_nonce__: string | undefined
}

// This page's nonce. Without it, the content security policy blocks any <style> added later.
globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined

export {}
