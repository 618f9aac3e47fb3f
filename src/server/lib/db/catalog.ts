import type pg from 'pg'

/** A table of ours as the database itself describes it, in any version of the schema. */
export type CatalogTable = {
  name: string
  /** Those that can be written, in their order; not the generated ones. */
  columns: { name: string; type: string }[]
  /** Columns of the primary key, in its order; whether what is in one is sorted by a language's rules. */
  key: { name: string; isCollated: boolean }[]
  /** Other tables that its foreign keys point at. */
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
 * All tables of ours (the schema `public`; the list of migrations is kept elsewhere), each after those that it points
 * at: the order to fill them in, and backwards the order to empty them in. Throws when foreign keys make a circle.
 */
export const tablesParentsFirst = async (client: pg.Pool | pg.PoolClient): Promise<CatalogTable[]> => {
  const { rows } = await client.query<CatalogTable>(tablesSql)
  const ordered: CatalogTable[] = []
  const left = new Map(rows.map((table) => [table.name, table]))
  while (left.size > 0) {
    const free = [...left.values()].filter(({ parents }) => !parents.some((parent) => left.has(parent)))
    if (free.length === 0) throw new Error(`Foreign keys make a circle: ${[...left.keys()].join(', ')}`)
    for (const table of free) left.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}
