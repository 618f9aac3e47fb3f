/** A stand-in mail server for unit tests. The SMTP stand-in is in test/world/mail. */
import { type Mail, MailFailed, Message } from '#server/lib/integrations/mail.ts'

const ABOUT = { address: 'https://plan.school.example', contactEmail: 'help@school.example', isFree: false }

/** `sent` collects the accepted messages. If `fails` is set, every message fails with that reason. */
export const aMailServer = (about = ABOUT) => {
  const world = {
    sent: [] as Message[],
    tries: 0,
    fails: undefined as MailFailed['reason'] | undefined,
    mail: {
      about,
      send: async (message: Message) => {
        world.tries++
        if (world.fails) throw new MailFailed(world.fails, 'The mail server failed')
        world.sent.push(Message.parse(message))
      },
    } satisfies Mail,
    /** Returns the text after `#name=` in the last email. */
    link: (name: string): string => new RegExp(`#${name}=(\\S+)`).exec(world.sent.at(-1)?.text ?? '')?.[1] ?? '',
  }
  return world
}
