import { z } from 'zod'
import type { JobCall } from '#server/lib/jobs/run.ts'
import type { Letters } from '#server/lib/mail/letter.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { sendQueued } from './actions.ts'
import { deleteMailsBefore } from './queries.ts'

const Payload = z.object({ mailId: z.uuid() })

/** Returns the job that sends queued emails, using these letters. */
export const sendMailWith =
  (letters: Letters) =>
  (call: JobCall): Promise<void> =>
    sendQueued(call, Payload.parse(call.payload).mailId, letters)

/** Daily: deletes email records older than a year. */
export const forgetOldMails = async ({ db, now }: JobCall): Promise<void> => {
  await deleteMailsBefore(db, new Date(now.getTime() - RETENTION.mailDays * DAY_MS))
}
