import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { calendars } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { type TemplateContent, type TemplateKind, templates } from './tables.ts'

/** Whose template of which kind: part of every WHERE, so that nobody reaches somebody else's. */
export type Shelf<K extends TemplateKind = TemplateKind> = { owner: string; kind: K }
export type Row<K extends TemplateKind> = { id: string; name: string; version: number; content: TemplateContent[K] }

const row = { id: templates.id, name: templates.name, version: templates.version, content: templates.content }
const onShelf = ({ owner, kind }: Shelf) => and(eq(templates.ownerId, owner), eq(templates.kind, kind), isNull(templates.deletedAt))
/** The column is typed as the content of any kind; the kind in the WHERE makes it this one's. */
const typed = <K extends TemplateKind>(rows: Row<TemplateKind>[]) => rows as Row<K>[]

/** Bytes of templates that are in memory for one call, give or take a template. */
const PAGE_BYTES = 1024 * 1024

/** The templates by name, a page at a time. */
export async function* pagesOfTemplates<K extends TemplateKind>(db: Db, shelf: Shelf<K>): AsyncGenerator<Row<K>[]> {
  const order = sql`order by lower(${templates.name}), ${templates.number}`
  const upto = sql<number>`sum(${templates.bytes}) over (${order})`.mapWith(Number).as('upto')
  const measured = db
    .select({ ...row, place: sql<number>`row_number() over (${order})`.mapWith(Number).as('place'), upto, bytes: templates.bytes })
    .from(templates)
    .where(onShelf(shelf))
    .as('measured')
  let skipped = 0
  let read = 0
  for (;;) {
    const page = await db
      .select()
      .from(measured)
      .where(sql`place > ${skipped} and upto - bytes < ${read + PAGE_BYTES}`)
      .orderBy(measured.place)
    const last = page.at(-1)
    if (!last) return
    yield typed<K>(page.map(({ id, name, version, content }) => ({ id, name, version, content })))
    skipped = last.place
    read = last.upto
  }
}

export const templateOn = async <K extends TemplateKind>(db: Db, shelf: Shelf<K>, id: string): Promise<Row<K> | undefined> =>
  typed<K>(
    await db
      .select(row)
      .from(templates)
      .where(and(onShelf(shelf), eq(templates.id, id))),
  )[0]

export const countTemplates = async (db: Db, shelf: Shelf): Promise<number> =>
  (await db.select({ count: count() }).from(templates).where(onShelf(shelf)))[0]?.count ?? 0

export const insertTemplates = async <K extends TemplateKind>(
  db: Db,
  { owner, kind }: Shelf<K>,
  made: { name: string; content: TemplateContent[K]; bytes: number }[],
): Promise<Row<K>[]> =>
  typed(
    await db
      .insert(templates)
      .values(made.map((template) => ({ ...template, ownerId: owner, kind })))
      .returning(row),
  )

/** Bytes of a template. */
export const bytesOfTemplate = async (db: Db, shelf: Shelf, id: string): Promise<number> =>
  (
    await db
      .select({ bytes: templates.bytes })
      .from(templates)
      .where(and(onShelf(shelf), eq(templates.id, id)))
  )[0]?.bytes ?? 0

/** Undefined when it is not there, or (with `version`) no longer of that version. */
export const updateTemplate = async <K extends TemplateKind>(
  db: Db,
  shelf: Shelf<K>,
  { id, version, ...changes }: { id: string; version: number | undefined; name: string; content?: TemplateContent[K]; bytes?: number },
): Promise<Row<K> | undefined> =>
  typed<K>(
    await db
      .update(templates)
      .set({ ...changes, version: sql`${templates.version} + 1` })
      .where(and(onShelf(shelf), eq(templates.id, id), version === undefined ? undefined : eq(templates.version, version)))
      .returning(row),
  )[0]

/** Takes it off the shelf; its bytes, undefined when it was not there. */
export const deleteTemplate = async (db: Db, shelf: Shelf, { id, now }: { id: string; now: Date }): Promise<number | undefined> =>
  (
    await db
      .update(templates)
      .set({ deletedAt: now })
      .where(and(onShelf(shelf), eq(templates.id, id)))
      .returning({ bytes: templates.bytes })
  )[0]?.bytes

/** Puts a deleted template of this person back, as it was; undefined when there is none. */
export const restoreTemplate = async (db: Db, owner: string, id: string) =>
  (
    await db
      .update(templates)
      .set({ deletedAt: null })
      .where(and(eq(templates.ownerId, owner), eq(templates.id, id), isNotNull(templates.deletedAt)))
      .returning({ kind: templates.kind, bytes: templates.bytes })
  )[0]

/** Forgets so many templates that were deleted before an instant, and counts them out of their calendars. How many there were. */
export const deleteTemplatesGoneBefore = async (db: Db, instant: Date, most: number): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    with gone as (
      delete from ${templates} where ${templates.id} in (select id from ${templates} where deleted_at < ${instant} limit ${most})
      returning owner_id, bytes
    ), counted as (
      update ${calendars} set history_bytes = history_bytes - freed.bytes
      from (select owner_id, sum(bytes) as bytes from gone group by owner_id) as freed where ${calendars.userId} = freed.owner_id
    )
    select count(*)::int as count from gone`)
  return rows[0]?.count ?? 0
}
