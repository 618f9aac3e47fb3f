/** A file as returned by Google's picker. */
export type PickedFile = { id: string; name: string; url: string }

const HOSTS = ['docs.google.com', 'drive.google.com']
const MAX_NAME = 200
/** Invisible characters that change how the text around them is displayed. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

const hrefOf = (url: string): string | null => {
  const address = URL.canParse(url) ? new URL(url) : null
  const isDrive = address?.protocol === 'https:' && HOSTS.includes(address.host) && !address.username && !address.password
  return isDrive ? address.href : null
}

/** Returns a link to a picked file, or null if the file isn't in Drive. */
export const driveLink = ({ name, url }: Pick<PickedFile, 'name' | 'url'>): { href: string; text: string } | null => {
  const href = hrefOf(url)
  if (href === null) return null
  const text = [...name.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()].slice(0, MAX_NAME).join('')
  return { href, text: text || 'Google Drive file' }
}
