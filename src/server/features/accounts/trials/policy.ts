/** An address as the person's that it is, however they spell it: no tag behind a plus, and no dots where Google ignores them. */
export const canonicalAddress = (email: string): string => {
  const [, name = '', host = ''] = /^(.*)@([^@]*)$/.exec(email.toLowerCase()) ?? []
  const domain = host === 'googlemail.com' ? 'gmail.com' : host
  const untagged = name.replace(/\+.*/, '')
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`
}
