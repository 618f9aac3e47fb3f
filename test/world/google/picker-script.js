// The parts of Google's `gapi` and `google.picker` that Firstbell uses. Runs in our page. The picker itself is the
// stand-in's page in a frame. `__ORIGIN__` is the stand-in's origin.
;(() => {
  const ORIGIN = '__ORIGIN__'
  /** Clamps the requested size, as Google does. @param {number} least @param {number} size @param {number} most */
  const within = (least, size, most) => Math.min(most, Math.max(least, size))

  class DocsView {
    /** @param {boolean} includes */
    setIncludeFolders(includes) {
      this.includesFolders = includes
      return this
    }
  }

  class Picker {
    /** @param {Record<string, string>} query @param {{ width: number, height: number }} size @param {(answer: object) => void} callback */
    constructor(query, size, callback) {
      const put = (/** @type {string} */ className, /** @type {object} */ style) => {
        const element = document.createElement('div')
        element.className = className
        Object.assign(element.style, { position: 'absolute', display: 'none', ...style })
        document.body.append(element)
        return element
      }
      this.background = put('picker modal-dialog-bg picker-dialog-bg', {
        inset: '0',
        zIndex: '1000',
        background: '#fff',
        opacity: '0.75',
      })
      this.dialog = put('picker modal-dialog picker-dialog', {
        zIndex: '1001',
        left: `${Math.max(0, (innerWidth - size.width) / 2)}px`,
        top: `${Math.max(0, (innerHeight - size.height) / 2)}px`,
        width: `${size.width}px`,
        height: `${size.height}px`,
        background: '#fff',
        border: '1px solid #acacac',
      })
      this.dialog.tabIndex = 0
      this.dialog.setAttribute('role', 'dialog')
      this.dialog.setAttribute('aria-label', 'Google Drive')
      const content = document.createElement('div')
      content.className = 'modal-dialog-content picker-dialog-content'
      content.style.height = '100%'
      this.frame = document.createElement('iframe')
      this.frame.className = 'picker-frame picker-dialog-frame'
      this.frame.title = 'Google Drive picker'
      Object.assign(this.frame.style, { border: '0', width: `${size.width}px`, height: `${size.height}px` })
      content.append(this.frame)
      this.dialog.append(content)
      this.frame.src = `${ORIGIN}/picker?${new URLSearchParams(query)}`
      this.hear = (/** @type {MessageEvent} */ event) => {
        if (event.origin === ORIGIN && event.source === this.frame.contentWindow) callback(event.data)
      }
      addEventListener('message', this.hear)
    }

    /** @param {boolean} isVisible */
    setVisible(isVisible) {
      for (const element of [this.background, this.dialog]) element.style.display = isVisible ? 'block' : 'none'
      if (isVisible) this.dialog.focus()
      return this
    }

    dispose() {
      removeEventListener('message', this.hear)
      this.background.remove()
      this.dialog.remove()
    }
  }

  class PickerBuilder {
    /** @type {Record<string, string>} */
    query = {}
    size = { width: 1051, height: 650 }
    callback = (/** @type {object} */ _answer) => undefined
    views = 0
    addView() {
      this.views += 1
      return this
    }
    /** @param {string} name @param {string} value */
    set(name, value) {
      this.query[name] = value
      return this
    }
    setOAuthToken = (/** @type {string} */ token) => this.set('oauth_token', token)
    setDeveloperKey = (/** @type {string} */ key) => this.set('developerKey', key)
    setAppId = (/** @type {string} */ id) => this.set('appId', id)
    setOrigin = (/** @type {string} */ origin) => this.set('origin', origin)
    /** @param {number} width @param {number} height */
    setSize(width, height) {
      this.size = { width: within(566, width, 1051), height: within(350, height, 650) }
      return this
    }
    /** @param {(answer: object) => undefined} callback */
    setCallback(callback) {
      this.callback = callback
      return this
    }
    build() {
      if (this.views === 0) throw new Error('A picker needs a view')
      return new Picker(this.query, this.size, this.callback)
    }
  }

  const picker = { PickerBuilder, DocsView, Action: { PICKED: 'picked', CANCEL: 'cancel', ERROR: 'error' } }
  const load = (/** @type {string} */ name, /** @type {{ callback: () => void, onerror?: () => void }} */ then) => {
    // Google's loader fetches each part separately.
    fetchPart(name).then(() => {
      Object.assign(window, { google: { picker } })
      then.callback()
    }, then.onerror)
  }
  const fetchPart = (/** @type {string} */ name) =>
    new Promise((resolve, reject) => {
      const part = document.createElement('script')
      part.src = `${ORIGIN}/js/${name}.js`
      part.onload = resolve
      part.onerror = reject
      document.head.append(part)
    })
  Object.assign(window, { gapi: { load } })
})()
