import type { Db } from '#server/lib/db/client.ts'
import { theOnly } from '#server/lib/db/one-row.ts'
import type { Status } from './queries.ts'
import { invites } from './tables.ts'

type Sample = { inviter: string; invitee: string; status?: Status; includesStudentNotes?: boolean; now?: Date }

/** Creates an invite with this status between two users. Returns its id. */
export const anInvite = async (
  db: Db,
  { inviter, invitee, status = 'accepted', includesStudentNotes = false, now = new Date() }: Sample,
): Promise<string> => {
  const answeredAt = status === 'waiting' || status === 'deleted' ? null : now
  const row = await theOnly(
    db
      .insert(invites)
      .values({ inviterId: inviter, inviteeId: invitee, status, includesStudentNotes, invitedAt: now, answeredAt })
      .returning({ id: invites.id }),
  )
  return row.id
}
