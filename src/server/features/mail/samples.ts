/** A mail server in memory, for unit tests; the one that speaks SMTP is test/world/mail. */
import { type Mail, MailFailed, Message } from '#server/lib/outside/mail.ts'

const ABOUT = { address: 'https://plan.school.example', contactEmail: 'help@school.example', isFree: false }

/** `sent` grows by what was taken; `fails` is why nothing is. */
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
    /** Returns what comes after `#name=` in the text of the last mail. */
    link: (name: string): string => new RegExp(`#${name}=(\\S+)`).exec(world.sent.at(-1)?.text ?? '')?.[1] ?? '',
  }
  return world
}
