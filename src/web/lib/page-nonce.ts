declare global {
  /** Read by `get-nonce`, through which Radix marks the one <style> it adds (the scroll lock of an open dialog). */
  var __webpack_nonce__: string | undefined
}

// The nonce of this page: without it the content security policy drops any <style> that is added later.
globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined

export {}
