import { and, count, eq, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { type TemplateContent, type TemplateKind, templates } from './tables.ts'

/** Owner and kind of templates. Every WHERE clause includes both, so that users can't reach other users' templates. */
export type OwnTemplates<K extends TemplateKind = TemplateKind> = { owner: string; kind: K }
export type Row<K extends TemplateKind> = { id: string; name: string; version: number; content: TemplateContent[K]; checkedAt: Date | null }

const row = {
  id: templates.id,
  name: templates.name,
  version: templates.version,
  content: templates.content,
  checkedAt: templates.checkedAt,
}
const isOwn = ({ owner, kind }: OwnTemplates) => and(eq(templates.ownerId, owner), eq(templates.kind, kind), isNull(templates.deletedAt))
/** The column's type allows the content of any kind. The WHERE clause guarantees this kind. */
const typed = <K extends TemplateKind>(rows: Row<TemplateKind>[]) => rows as Row<K>[]

/** Maximum bytes of templates in memory per request, give or take one template. */
const PAGE_BYTES = 1024 * 1024

/** Yields pages of templates in name order. Uses a cursor, so templates added or renamed in the meantime don't shift the pages. */
export async function* pagesOfTemplates<K extends TemplateKind>(db: Db, own: OwnTemplates<K>): AsyncGenerator<Row<K>[]> {
  const place = { key: sql<string>`lower(${templates.name})`.as('key'), number: templates.number }
  const upto = sql<number>`sum(${templates.bytes}) over (order by lower(${templates.name}), ${templates.number})`.mapWith(Number).as('upto')
  let after: SQL | undefined
  for (;;) {
    const rest = db
      .select({ ...row, ...place, upto, bytes: templates.bytes })
      .from(templates)
      .where(and(isOwn(own), after))
      .as('rest')
    const page = await db.select().from(rest).where(sql`upto - bytes < ${PAGE_BYTES}`).orderBy(rest.key, rest.number)
    yield typed<K>(page.map(({ id, name, version, content, checkedAt }) => ({ id, name, version, content, checkedAt })))
    const last = page.at(-1)
    if (!last || last.upto < PAGE_BYTES) return
    after = sql`(lower(${templates.name}), ${templates.number}) > (${last.key}, ${last.number})`
  }
}

export const templateOn = async <K extends TemplateKind>(db: Db, own: OwnTemplates<K>, id: string): Promise<Row<K> | undefined> =>
  typed<K>(
    await db
      .select(row)
      .from(templates)
      .where(and(isOwn(own), eq(templates.id, id))),
  )[0]

export const countTemplates = async (db: Db, own: OwnTemplates): Promise<number> =>
  (await first(db.select({ count: count() }).from(templates).where(isOwn(own))))?.count ?? 0

export const insertTemplates = async <K extends TemplateKind>(
  db: Db,
  { owner, kind }: OwnTemplates<K>,
  created: { name: string; content: TemplateContent[K]; bytes: number }[],
): Promise<Row<K>[]> =>
  typed(
    await db
      .insert(templates)
      .values(created.map((template) => ({ ...template, ownerId: owner, kind })))
      .returning(row),
  )

/** Returns the size of a template in bytes, or 0 if it doesn't exist. */
export const bytesOfTemplate = async (db: Db, own: OwnTemplates, id: string): Promise<number> =>
  (
    await first(
      db
        .select({ bytes: templates.bytes })
        .from(templates)
        .where(and(isOwn(own), eq(templates.id, id))),
    )
  )?.bytes ?? 0

/** Returns the updated template, or undefined if it doesn't exist or no longer has this `version` (if given). */
export const updateTemplate = async <K extends TemplateKind>(
  db: Db,
  own: OwnTemplates<K>,
  { id, version, ...changes }: { id: string; version: number | undefined; name: string; content?: TemplateContent[K]; bytes?: number },
): Promise<Row<K> | undefined> =>
  typed<K>(
    await db
      .update(templates)
      .set({ ...changes, version: sql`${templates.version} + 1` })
      .where(and(isOwn(own), eq(templates.id, id), version === undefined ? undefined : eq(templates.version, version)))
      .returning(row),
  )[0]

/** Returns how many emergency plans a user has, apart from this template. */
export const countOtherEmergencyPlans = async (db: Db, owner: string, id: string): Promise<number> =>
  (
    await first(
      db
        .select({ count: count() })
        .from(templates)
        .where(and(isOwn({ owner, kind: 'daily' }), isNotNull(templates.checkedAt), ne(templates.id, id))),
    )
  )?.count ?? 0

/** Sets when a daily template was last checked as an emergency plan, or null. Returns undefined if it doesn't exist. */
export const setChecked = async (db: Db, owner: string, { id, at }: { id: string; at: Date | null }): Promise<Row<'daily'> | undefined> =>
  typed<'daily'>(
    await db
      .update(templates)
      .set({ checkedAt: at })
      .where(and(isOwn({ owner, kind: 'daily' }), eq(templates.id, id)))
      .returning(row),
  )[0]

/** Soft-deletes a template. Returns its size in bytes, or undefined if it doesn't exist. */
export const deleteTemplate = async (db: Db, own: OwnTemplates, { id, now }: { id: string; now: Date }): Promise<number | undefined> =>
  (
    await first(
      db
        .update(templates)
        .set({ deletedAt: now })
        .where(and(isOwn(own), eq(templates.id, id)))
        .returning({ bytes: templates.bytes }),
    )
  )?.bytes

/**
 * Restores a user's deleted template. Returns its kind and its size in bytes, or undefined if the user has no deleted template with this
 * ID.
 */
export const undeleteTemplate = (db: Db, owner: string, id: string) =>
  first(
    db
      .update(templates)
      .set({ deletedAt: null })
      .where(and(eq(templates.ownerId, owner), eq(templates.id, id), isNotNull(templates.deletedAt)))
      .returning({ kind: templates.kind, bytes: templates.bytes }),
  )

/** Returns up to `most` users with templates deleted before `instant`. */
export const ownersOfDeleted = async (db: Db, instant: Date, most: number): Promise<string[]> =>
  (await db.selectDistinct({ id: templates.ownerId }).from(templates).where(lt(templates.deletedAt, instant)).limit(most)).map(
    ({ id }) => id,
  )

/** Permanently deletes a user's templates that were deleted before `instant`. Returns the bytes freed. */
export const deleteTemplatesGoneBefore = async (db: Db, owner: string, instant: Date): Promise<number> =>
  (
    await db
      .delete(templates)
      .where(and(eq(templates.ownerId, owner), lt(templates.deletedAt, instant)))
      .returning({ bytes: templates.bytes })
  ).reduce((sum, { bytes }) => sum + bytes, 0)
