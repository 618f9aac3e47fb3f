import type { DownloadLink } from '#shared/endpoint.ts'

const press = (address: string, name: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Downloads a file from the server. The server sets the file name. */
export const download = ({ address }: DownloadLink): void => press(address, '')

/** Downloads a file created in the browser. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  press(address, name)
  // Once started, the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
