/** Returns one canonical spelling of an address: without a plus tag, and for Gmail without dots. */
export const canonicalAddress = (email: string): string => {
  const [, name = '', host = ''] = /^(.*)@([^@]*)$/.exec(email.toLowerCase()) ?? []
  const domain = host === 'googlemail.com' ? 'gmail.com' : host
  const untagged = name.replace(/\+.*/, '')
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`
}
