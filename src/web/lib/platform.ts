/** Apple keyboards have ⌘ instead of Ctrl. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** An iPhone or an iPad, whose browsers can't open a dialog to install an app. An iPad calls itself a Mac. */
export const isAppleTouch = isMac && navigator.maxTouchPoints > 1
