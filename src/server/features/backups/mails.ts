import { ABOUT_ACCOUNT, dayAndTimeOf, hello, type WriteLetter } from '#server/lib/mail/letter.ts'

/** Email to all platform admins. `about` is the time of the newest proved backup, or `none`, and the day of the outage. */
export const noProvedBackup: WriteLetter = async ({ about, to }) => {
  const [at = 'none'] = about.split(' ')
  const last =
    at === 'none'
      ? 'There’s no backup that was restored as a test. If the server’s disk fails now, teachers may lose everything.'
      : `The newest backup that was restored as a test is from ${dayAndTimeOf(new Date(at), to)}. If the server’s disk fails now, teachers may lose what they changed since.`
  return {
    subject: 'Firstbell needs a new backup',
    preview: 'No backup was tested for more than a day.',
    heading: 'No backup was tested for more than a day',
    body: [
      hello(to),
      last,
      'Open System to see why: the jobs “Create the scheduled backup” and “Test restoring the backup” show the last error. Usually the disk is full, or the backup folder can’t be written.',
      'You’ll get this email once a day until a backup passes its test.',
    ],
    button: { label: 'Open System', href: `${to.address}/admin?tab=system` },
    why: ABOUT_ACCOUNT,
  }
}
