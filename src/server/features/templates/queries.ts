import { and, asc, count, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { type TemplateContent, type TemplateKind, templates } from './tables.ts'

/** Whose template of which kind: part of every WHERE, so that nobody reaches somebody else's. */
export type Shelf<K extends TemplateKind = TemplateKind> = { owner: string; kind: K }
type Row<K extends TemplateKind> = { id: string; name: string; version: number; content: TemplateContent[K] }

const row = { id: templates.id, name: templates.name, version: templates.version, content: templates.content }
const onShelf = ({ owner, kind }: Shelf) => and(eq(templates.ownerId, owner), eq(templates.kind, kind), isNull(templates.deletedAt))
/** The column is typed as the content of any kind; the kind in the WHERE makes it this one's. */
const typed = <K extends TemplateKind>(rows: Row<TemplateKind>[]) => rows as Row<K>[]

export const templatesOn = async <K extends TemplateKind>(db: Db, shelf: Shelf<K>): Promise<Row<K>[]> =>
  typed(await db.select(row).from(templates).where(onShelf(shelf)).orderBy(sql`lower(${templates.name})`, asc(templates.number)))

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
  made: { name: string; content: TemplateContent[K] }[],
): Promise<Row<K>[]> =>
  typed(
    await db
      .insert(templates)
      .values(made.map((template) => ({ ...template, ownerId: owner, kind })))
      .returning(row),
  )

/** Undefined when it is not there, or (with `version`) no longer of that version. */
export const updateTemplate = async <K extends TemplateKind>(
  db: Db,
  shelf: Shelf<K>,
  { id, version, ...changes }: { id: string; version: number | undefined; name: string; content?: TemplateContent[K] },
): Promise<Row<K> | undefined> =>
  typed<K>(
    await db
      .update(templates)
      .set({ ...changes, version: sql`${templates.version} + 1` })
      .where(and(onShelf(shelf), eq(templates.id, id), version === undefined ? undefined : eq(templates.version, version)))
      .returning(row),
  )[0]

/** Takes it off the shelf. Whether it was there. */
export const deleteTemplate = async (db: Db, shelf: Shelf, { id, now }: { id: string; now: Date }): Promise<boolean> =>
  (
    await db
      .update(templates)
      .set({ deletedAt: now })
      .where(and(onShelf(shelf), eq(templates.id, id)))
      .returning({ id: templates.id })
  ).length > 0

/** Puts a deleted template of this person back, as it was; answers its kind, undefined when there is none. */
export const restoreTemplate = async (db: Db, owner: string, id: string): Promise<TemplateKind | undefined> =>
  (
    await db
      .update(templates)
      .set({ deletedAt: null })
      .where(and(eq(templates.ownerId, owner), eq(templates.id, id), isNotNull(templates.deletedAt)))
      .returning({ kind: templates.kind })
  )[0]?.kind

export const deleteTemplatesGoneBefore = (db: Db, instant: Date) => db.delete(templates).where(lt(templates.deletedAt, instant))
