/** Hands a file to the browser's downloads. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Once it has begun, the download keeps the content by itself.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
