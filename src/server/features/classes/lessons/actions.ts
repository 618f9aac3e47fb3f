import { recordOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { JsonPieces } from '#server/lib/json/pieces.ts'
import type { ClassLessons } from '#shared/classes/lessons/contract.ts'
import { pagesOfLessons } from './queries.ts'

/**
 * Returns the lessons of a class in a range (both dates included) and the days off, as JSON in pieces. Throws `not_found` if this calendar
 * doesn't have the class.
 */
export const lessonsOfClass = async (
  db: Db,
  calendar: CalendarRef,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<JsonPieces<ClassLessons>> => {
  if (!(await recordOf(db, calendar, { kind: 'class', id }))) throw new Refused('not_found')
  async function* pieces() {
    const daysOff: string[] = []
    let before = '{"lessons":['
    for await (const page of pagesOfLessons(db, calendar, { classId: id, from, to })) {
      if (page.daysOff !== null) daysOff.push(page.daysOff)
      if (page.lessons === null) continue
      yield before + page.lessons
      before = ','
    }
    yield `${before === ',' ? '' : before}],"daysOff":[${daysOff.join(',')}]}`
  }
  return new JsonPieces(pieces())
}
