/** The timetable of the teacher on the sheet whose year is set up. */
import { register } from 'tsx/esm/api'

register()
const { addDays, mondayOf, stepSchoolDay } = await import('#shared/dates.ts')

/**
 * @typedef {import('../../bench/start-server.mjs').SignedIn} SignedIn
 * @typedef {import('../../bench/start-server.mjs').Server['call']} Call
 */

/** The classes and times of a teacher with a timetable. Library is on Wednesday instead of Writing. */
const DAY = [
  ['08:00', '08:20', 'Morning Meeting'],
  ['08:20', '09:30', 'Reading Workshop'],
  ['09:30', '10:15', 'Writing'],
  ['10:30', '11:30', 'Math'],
  ['12:15', '13:00', 'Science'],
  ['13:15', '14:00', 'Music'],
].map(([startTime = '', endTime = '', name = '']) => ({ startTime, endTime, name }))

/** What the teacher planned last year, by title. */
const PLANS = {
  'Reading Workshop': '<p>Character traits: read “The Hundred Dresses”, chapter 2. Partners find two proofs.</p>',
  'Math: fractions': '<ul><li>Halves and quarters on a number line</li><li>Exit ticket</li></ul>',
  'Book fair': '<p>Bring the list of wishes. Ms. Okafor has the cash box.</p>',
}

/**
 * Plans the week of last year that belongs to the week of `monday`, with a day off.
 * @param {SignedIn} teacher
 * @param {{ call: Call, monday: string }} world
 */
async function planLastYear({ token }, { call, monday }) {
  const times = [
    ['08:20', '09:30', 'Reading Workshop'],
    ['10:30', '11:30', 'Math: fractions'],
    ['14:05', '14:45', 'Book fair'],
  ]
  const lessons = times.map(([startTime, endTime, title = ''], order) => {
    const description = PLANS[/** @type {keyof typeof PLANS} */ (title)]
    return { id: `block_last_${order}`, title, startTime, endTime, description, order }
  })
  for (const [place, count] of [3, 2, 0, 2, 2].entries()) {
    const date = addDays(monday, place - 52 * 7)
    const day = place === 2 ? { isBlocked: true, blockedText: 'Parent conferences' } : { blocks: lessons.slice(0, count) }
    await call('POST', '/api/calendar', { token, body: { date, ...day } })
  }
}

/**
 * Lays a timetable down for half a year, writes plans for four of its lessons, and takes the days of two of them.
 * @param {SignedIn} teacher
 * @param {{ call: Call, today: string }} world
 */
export async function layTimetable(teacher, { call, today }) {
  const { token } = teacher
  const names = [...DAY.map(({ name }) => name), 'Library']
  const classes = names.map((name, color) => ({ id: crypto.randomUUID(), name, color, room: 'Room 12' }))
  const idOf = (/** @type {string} */ name) => classes.find((one) => one.name === name)?.id
  const cells = DAY.flatMap(({ name }, row) =>
    [1, 2, 3, 4, 5].map((day) => ({ day, row, classId: idOf(name === 'Writing' && day === 3 ? 'Library' : name) })),
  )
  const rows = DAY.map(({ startTime, endTime }) => ({ startTime, endTime }))
  const firstDay = mondayOf(today)
  const year = {
    firstDay,
    lastDay: addDays(firstDay, 200),
    rhythm: { kind: 'weekly' },
    rows,
    cells,
    classes,
    from: today,
    existing: 'keep',
  }
  /** @type {{ id: string }} */
  const { id } = await call('POST', '/api/timetables', { token, body: year })
  await planLastYear(teacher, { call, monday: addDays(firstDay, 7) })
  /** @type {(date: string, title: string, text: string) => Promise<void>} */
  const write = async (date, title, text) => {
    /** @type {{ version: number, blocks: { title: string }[] }[]} */
    const [day] = await call('GET', `/api/calendar?date=${date}`, { token })
    const blocks = day?.blocks.map((block) => (block.title === title ? { ...block, description: `<p>${text}</p>` } : block))
    await call('POST', '/api/calendar', { token, body: { date, version: day?.version, blocks } })
  }
  for (const weeks of [3, 4]) await write(addDays(firstDay, weeks * 7 + 2), 'Library', 'Biography shelf hunt with Ms. Okafor.')
  await planMoves(teacher, { call, monday: addDays(firstDay, 14) })
  // Music on Fridays ends, and its plans become unplaced lessons.
  for (const weeks of [5, 6]) await write(addDays(firstDay, weeks * 7 + 4), 'Music', `Recorders in two parts, day ${weeks - 4}.`)
  const from = addDays(firstDay, 35)
  const fewer = cells.filter(({ day, row }) => day !== 5 || row !== DAY.length - 1)
  await call('PUT', `/api/timetables/${id}/versions/${from}`, { token, body: { rows, cells: fewer } })
}

/** Plans for two weeks from a Monday on, by day and title. Math is planned on each day, so that a bump moves several plans. */
const PLANNED_WEEKS = [
  { Math: 'Equivalent fractions with area models. Problem set 4.2, 1–8.', Writing: 'Draft opinion paragraph two; confer with table 3.' },
  { Math: 'Comparing fractions with unlike denominators; number line race.', Science: 'Erosion stream tables, day 1: set up and predict.' },
  { Math: 'Quiz 4A (20 min), then fraction war in pairs.', 'Reading Workshop': 'Theme across two texts; start the comparison chart.' },
  { Math: 'Adding fractions with like denominators; recipe problem.', Writing: 'Publish opinion pieces; title and hook check.' },
  {},
  { Math: 'Mixed numbers with fraction strips.', Science: 'Stream tables, day 2: run, measure, sketch the delta.' },
  { Math: 'Trail mix problem: adding mixed numbers.' },
  { Math: 'Unit 4 test' },
  { Math: 'Math games' },
]

/**
 * Plans two weeks with a day off and a locked test, to move plans in.
 * @param {SignedIn} teacher
 * @param {{ call: Call, monday: string }} world
 */
async function planMoves({ token }, { call, monday }) {
  let date = monday
  for (const texts of PLANNED_WEEKS) {
    /** @type {{ version: number, blocks: { title: string }[] }[]} */
    const [day] = await call('GET', `/api/calendar?date=${date}`, { token })
    const blocks = day?.blocks.map((block) => {
      const text = texts[/** @type {keyof typeof texts} */ (block.title)]
      return text ? { ...block, description: `<p>${text}</p>`, isLocked: text === 'Unit 4 test', hasAlert: text.startsWith('Quiz') } : block
    })
    if (Object.keys(texts).length > 0) await call('POST', '/api/calendar', { token, body: { date, version: day?.version, blocks } })
    date = stepSchoolDay(date, 1)
  }
  const off = addDays(monday, 4)
  await call('POST', '/api/calendar/bulk', {
    token,
    body: { from: off, to: off, isBlocked: true, blockedText: 'Parent–teacher conferences' },
  })
}

/** The afternoon class of each day of a six-day cycle. */
const AFTERNOONS = ['Music', 'P.E.', 'Music', 'P.E.', 'Art', 'Tech Lab']

/**
 * Lays a six-day cycle down for half a year, with a day off on the next school day, and writes plans for the later lessons of Art.
 * @param {SignedIn} teacher
 * @param {{ call: Call, today: string }} world
 */
export async function layCycle({ token }, { call, today }) {
  const names = ['Math', 'Science', ...new Set(AFTERNOONS)]
  const classes = names.map((name, color) => ({ id: crypto.randomUUID(), name, color, room: 'Room 9' }))
  const idOf = (/** @type {string | undefined} */ name) => classes.find((one) => one.name === name)?.id
  const rows = [DAY[3], DAY[4], DAY[5]].map((row) => ({ startTime: row?.startTime, endTime: row?.endTime }))
  const cells = AFTERNOONS.flatMap((name, index) =>
    ['Math', 'Science', name].map((title, row) => ({ day: index + 1, row, classId: idOf(title) })),
  )
  const firstDay = mondayOf(today)
  const year = { firstDay, lastDay: addDays(firstDay, 200), rows, cells, classes, from: firstDay, existing: 'keep' }
  const off = stepSchoolDay(today, 1)
  await call('POST', '/api/calendar/bulk', { token, body: { from: off, to: off, isBlocked: true, blockedText: 'Conferences' } })
  const rhythm = { kind: 'cycle', days: AFTERNOONS.length, onDayOff: 'wait' }
  await call('POST', '/api/timetables', { token, body: { ...year, rhythm, setByHand: { [today]: 3 } } })
  /** @type {{ date: string, version: number, blocks: { title: string }[] }[]} */
  const days = await call('GET', `/api/calendar?from=${addDays(firstDay, 150)}&to=${addDays(firstDay, 200)}`, { token })
  for (const { date, version, blocks } of days.filter((day) => day.blocks.some(({ title }) => title === 'Art'))) {
    const written = blocks.map((block) => (block.title === 'Art' ? { ...block, description: '<p>Clay: glaze and fire.</p>' } : block))
    await call('POST', '/api/calendar', { token, body: { date, version, blocks: written } })
  }
}

/** What a teacher plans in Math, in order. */
const MATH = [
  ...['Adding fractions', 'Subtracting fractions', 'Fraction word problems', 'Mixed numbers', 'Improper fractions', 'Number lines'],
  ...['Fraction quiz', 'Decimals: tenths', 'Tenths on a number line', 'Hundredths grids', 'Comparing decimals', 'Money as decimals'],
]

/**
 * Lays two years down. The lessons of the first one have plans, and so do some of the second one. Each has days off.
 * @param {SignedIn} teacher
 * @param {{ call: Call, today: string }} world
 */
export async function layTwoYears({ token }, { call, today }) {
  const names = ['Math', 'Reading Workshop', 'Writing', 'Science', 'Social Studies', 'Health']
  const classes = names.map((name, color) => ({ id: crypto.randomUUID(), name, color, room: 'Room 4' }))
  const rows = DAY.slice(1).map(({ startTime, endTime }) => ({ startTime, endTime }))
  const idOf = (/** @type {string} */ name) => classes.find((one) => one.name === name)?.id
  /** @type {(monday: string, last: string, hasHealth: boolean) => Promise<unknown>} */
  const layDown = (firstDay, lastDay, hasHealth) =>
    call('POST', '/api/timetables', {
      token,
      body: {
        ...{ firstDay, lastDay, from: firstDay, rhythm: { kind: 'weekly' }, existing: 'keep', rows, classes: hasHealth ? classes : [] },
        cells: [1, 2, 3, 4, 5].flatMap((day) => [
          ...['Math', 'Reading Workshop', 'Writing'].map((name, row) => ({ day, row, classId: idOf(name) })),
          ...(day % 2 === 1 ? [{ day, row: 3, classId: idOf('Science') }] : [{ day, row: 3, classId: idOf('Social Studies') }]),
          ...(hasHealth && day === 5 ? [{ day, row: 4, classId: idOf('Health') }] : []),
        ]),
      },
    })
  const monday = mondayOf(today)
  const [first, now] = [addDays(monday, -364 - 28), addDays(monday, -28)]
  /** @type {(from: string, to: string, blockedText: string) => Promise<unknown>} */
  const close = (from, to, blockedText) => call('POST', '/api/calendar/bulk', { token, body: { from, to, isBlocked: true, blockedText } })
  await close(addDays(monday, -364 + 10), addDays(monday, -364 + 11), 'Thanksgiving')
  await close(addDays(monday, -364 + 16), addDays(monday, -364 + 16), 'Snow day')
  await close(addDays(monday, 10), addDays(monday, 11), 'Thanksgiving')
  await layDown(first, addDays(first, 130), true)
  await layDown(now, addDays(now, 123), false)
  /** @type {(from: string, count: number, only?: string) => Promise<void>} */
  const write = async (from, count, only) => {
    /** @type {{ date: string, version: number, blocks: { title: string }[] }[]} */
    const days = await call('GET', `/api/calendar?from=${from}&to=${addDays(from, 200)}`, { token })
    for (const [index, { date, version, blocks }] of days
      .filter((day) => day.blocks.length > 0)
      .slice(0, count)
      .entries()) {
      const textOf = (/** @type {string} */ title) => (title === 'Math' ? MATH[index % MATH.length] : `${title}, part ${index + 1}`)
      const written = blocks.map((block) =>
        !only || block.title === only ? { ...block, description: `<p>${textOf(block.title)}</p>` } : block,
      )
      await call('POST', '/api/calendar', { token, body: { date, version, blocks: written } })
    }
  }
  await write(first, 90)
  await write(addDays(today, 1), 2, 'Math')
}
