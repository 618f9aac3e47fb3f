/** Users of other schools, who signed up over the past year, so that the admin dashboard has something to show. */

import { activeIn, aUserSince, type SampleUser } from '#server/features/admin/samples.ts'
import { credentialsByEmail } from '#server/features/sign-in/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { addMonths, DAY_MS, todayIn } from '#shared/dates.ts'

const NAMES = [
  'Amara Okafor, Ben Lindqvist, Luis Ortega, Tessa Novak, Owen Castillo, Hana Sato, Marcus Reed, Elena Petrova, Jonah Fields',
  'Nora Kim, Peter Walsh, Imani Brooks, Carla Mendes, Theo Laurent, Ruth Adeyemi, Sofia Russo, Daniel Cho, Mabel Stone, Yusuf Demir',
  'Clara Hoffman, Isaac Grant, Lena Fischer, Omar Haddad, Paula Vega, Ethan Boyd, Rosa Delgado, Simon Clarke, Aisha Khan, Victor Lund',
].flatMap((line) => line.split(', '))
const DOMAINS = ['lakeside.example', 'harborcharter.example', 'westfield.example']
const DEVICES = [
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1',
]
/** Days since each user signed up: a few each month, most of them at the start of the school year. */
const joinedDaysAgo = (place: number): number => [4, 5, 9, 12, 20, 34, 48, 61, 75, 80, 84, 88, 92, 96, 99, 103][place] ?? 92 + place * 8

type Plan = Pick<SampleUser, 'status' | 'interval' | 'aiTokens'>
const planOf = (place: number): Plan => {
  if (joinedDaysAgo(place) < 7) return { status: 'TRIAL' }
  if (place % 7 === 4) return { status: 'TRIALEXPIRED' }
  if (place % 11 === 6) return { status: 'PROTEACHEREXPIRED' }
  const aiTokens = place % 3 === 0 ? 70_000 + ((place * 137_000) % 830_000) : undefined
  return { status: 'PROTEACHERACTIVE', interval: place % 4 === 1 ? 'month' : 'year', aiTokens }
}

type Seeded = { password: string; timezone: string; now: Date }

/** Adds the users that don't exist yet. They all have the seeded teacher's password. */
export const seedUsers = async (db: Db, { password, timezone, now }: Seeded): Promise<void> => {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  for (const [place, displayName] of NAMES.entries()) {
    const email = `${displayName.toLowerCase().replace(' ', '.')}@${DOMAINS[place % DOMAINS.length]}`
    if (await credentialsByEmail(db, email)) continue
    const joined = joinedDaysAgo(place)
    const plan = planOf(place)
    const isActive = plan.status === 'TRIAL' || plan.status === 'PROTEACHERACTIVE'
    const seen = isActive ? (place % 5) * 0.9 + 0.1 : Math.min(joined - 1, 14 + place)
    const userAgent = DEVICES[place % DEVICES.length]
    await aUserSince(db, { email, displayName, password, timezone, joined: ago(joined), seen: ago(seen), userAgent, ...plan }, now)
  }
  const month = todayIn(timezone, now.getTime())
  for (let back = 1; back <= 11; back++) await activeIn(db, addMonths(month, -back).slice(0, 7), Math.max(3, 27 - back * 2))
}
