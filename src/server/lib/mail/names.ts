/** Makes user-chosen names safe to show in email. */

/**
 * Matches text that mail clients turn into a link, even without `www`: a dot between a letter or digit and at least two letters. Initials
 * such as "J.R. Smith" don't match.
 */
const SITE = /:\/\/|www\.|\w\.\w+\/|[\p{L}\p{N}][.。]\p{L}{2,}/iu
/** Matches characters that look like a domain's dot between Latin letters, except the Catalan middle dot in "Gal·la". */
const NEARLY_SITE = /[\p{Script=Latin}\p{N}](?!(?<=l)·l)[·•‧∙⋅・۔]\p{Script=Latin}{2,}/iu
/** Matches seven digits with any separators. Real names contain at most a year or another short number. */
const PHONE = /\p{Nd}(?:[\s().+/-]*\p{Nd}){6}/u

/** Returns the name on one line, or `otherwise` if the name is empty, too long, or contains a website or phone number. */
export const plainName = (name: string | null, otherwise: string): string => {
  const line = (name ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()
  // NFKC normalizes other full-stop characters to '.': U+2024, fullwidth, halfwidth, and small.
  const plain = line.normalize('NFKC')
  const isSaid = line !== '' && line.length <= 80 && ![SITE, NEARLY_SITE, PHONE].some((other) => other.test(plain))
  return isSaid ? line : otherwise
}

/** Returns the user's name with their email address, because users can enter any name. */
export const nameAndAddress = (name: string | null, email: string | null): string => {
  const said = plainName(name, '')
  return said && email ? `${said} (${email})` : said || email || 'Someone'
}
