import type pg from 'pg'

/** A table as described by the database itself, in any version of the schema. */
export type CatalogTable = {
  name: string
  /** Writable columns in table order, excluding generated columns. */
  columns: { name: string; type: string }[]
  /** Primary key columns in key order, and whether each one's sort order depends on a collation. */
  key: { name: string; isCollated: boolean }[]
  /** Other tables that this table's foreign keys reference. */
  parents: string[]
}

const tablesSql = `
  select c.relname::text as name,
    (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
     from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    (select coalesce(json_agg(json_build_object('name', a.attname, 'isCollated', a.attcollation <> 0) order by k.position), '[]')
     from pg_index i
     cross join unnest(i.indkey) with ordinality as k(number, position)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
     where i.indrelid = c.oid and i.indisprimary) as key,
    (select coalesce(json_agg(distinct p.relname), '[]')
     from pg_constraint f join pg_class p on p.oid = f.confrelid
     where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname`

/**
 * Returns all our tables, each after the tables it references. They are in the `public` schema, and the migrations table is elsewhere. Fill
 * them in this order and empty them in reverse. Throws if foreign keys form a cycle.
 */
export const tablesParentsFirst = async (client: pg.Pool | pg.PoolClient): Promise<CatalogTable[]> => {
  const { rows } = await client.query<CatalogTable>(tablesSql)
  const ordered: CatalogTable[] = []
  const left = new Map(rows.map((table) => [table.name, table]))
  while (left.size > 0) {
    const free = [...left.values()].filter(({ parents }) => !parents.some((parent) => left.has(parent)))
    if (free.length === 0) throw new Error(`Foreign keys form a cycle: ${[...left.keys()].join(', ')}`)
    for (const table of free) left.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}
