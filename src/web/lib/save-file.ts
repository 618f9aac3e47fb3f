import type { DownloadLink } from '#shared/endpoint.ts'

const press = (address: string, name: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Has the browser's downloads fetch a file of the server, under the name that the server gives it. */
export const download = ({ address }: DownloadLink): void => press(address, '')

/** Hands a file to the browser's downloads. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  press(address, name)
  // Once it has begun, the download keeps the content by itself.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
