declare global {
  /** Read by `get-nonce`, through which Radix marks the one <style> it adds (the scroll lock of an open dialog). */
  var __webpack_nonce__: string | undefined
}

/** The nonce of this page: any <style> or <script> added later must carry it, or the content security policy drops it. */
export const pageNonce: string | undefined = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined

globalThis.__webpack_nonce__ = pageNonce
