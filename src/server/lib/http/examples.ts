/** Sample values for the API's fields, used in the API document and in tests that send valid requests. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The part of JSON Schema that our contracts use. */
export type Shape = {
  type?: string | string[]
  const?: Json
  enum?: Json[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  format?: string
  pattern?: string
  minimum?: number
}

export const SOME_ID = '7b1d8f1e-7e0a-4c54-9f5b-1d2c3a4b5c6d'
const SOME_BLOCK_ID = 'block_1763474400000-k3x9'
const AN_INSTANT = '2026-11-18T14:00:00.000Z'

/** Sample values by field name. A value is skipped if its type doesn't match the field's shape. */
const VALUES: Record<string, Json> = {
  alertMessage: 'Blue tray',
  aiCustomInstructions: 'Short sentences, grade 4.',
  aiFeatureFlag: false,
  at: AN_INSTANT,
  blockedText: null,
  collaboratorEmail: 'ben@school.example',
  compactView: false,
  confirmation: 'DELETE',
  content: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261118T080000\nSUMMARY:Math\nEND:VEVENT\nEND:VCALENDAR',
  createdAt: AN_INSTANT,
  currentPassword: 'first-bell',
  date: '2026-11-18',
  dates: '2026-11-18',
  description: '<p>Fractions, page 12</p>',
  displayName: 'Maya Lopez',
  email: 'maya@school.example',
  emails: 'maya@school.example',
  emergencyProcedures: '<p>Meet at the flagpole.</p>',
  endTime: '08:45',
  freeTrialStarted: AN_INSTANT,
  from: '2026-11-16',
  googleId: null,
  hasOidc: false,
  hue: 5,
  isAdmin: false,
  isBlocked: false,
  isGuest: false,
  lastSeenAt: AN_INSTANT,
  limit: 104_857_600,
  message: 'Thank you for taking my class.',
  name: 'Normal day',
  newPassword: 'second-bell',
  noteText: 'Picture day',
  order: 0,
  nursePhone: '555-0101',
  officePhone: '555-0100',
  page: '1',
  pageSize: '20',
  password: 'first-bell',
  passwordHash: 'first-bell',
  passwordMinLength: 8,
  profileImage: 'data:image/jpeg;base64,/9j/wAARCAEsASwDASIAAhEBAxEB/9k=',
  referralCredits: 0,
  removed: '2026-11-19',
  school: false,
  schoolAdministration: false,
  usesSharedDevices: false,
  schoolId: null,
  startTime: '08:00',
  subject: 'math',
  studentNotes: '<p>Ana sits in front.</p>',
  substituteInstructions: '<p>The keys are in the top drawer.</p>',
  timezone: 'America/New_York',
  templateName: 'Normal day',
  title: 'Math',
  to: '2026-11-20',
  token: 'a-token-of-43-characters-as-the-server-made',
  used: 52_428,
  userAgent: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)',
  version: 3,
  weekStartDate: '2026-11-16',
}

/** Fields that are alternatives to another field in the same body. */
const INSTEAD_OF: Record<string, string> = { passwordHash: 'password', timeBlocks: 'blocks' }
/** Fields that refer to existing data. Made-up values would be refused. */
const KNOWN_TO_CALLER = new Set([
  'version',
  'versions',
  'operationId',
  'schoolId',
  'knownNotes',
  'blockId',
  'followsSchool',
  'basedOn',
  'bellScheduleId',
  'classId',
  'teacherId',
  'emergencyPlanId',
  'linkId',
])

/** Values for patterns that the field name's sample value doesn't match. */
const PATTERNED: Json[] = ['firstbell-2026-11-18T07-00-00Z-daily.backup', 'a-token-of-22-letters_', '555-0142']

const typesOf = ({ type = [] }: Shape): string[] => [type].flat()

const fits = (value: Json | undefined, shape: Shape): value is Json => {
  const kind = value === null ? 'null' : typeof value
  const isOfType = typesOf(shape).some((type) => type === kind || (type === 'integer' && kind === 'number'))
  return value !== undefined && isOfType && (shape.pattern === undefined || new RegExp(shape.pattern, 'u').test(String(value)))
}

type Place = { name?: string; parent?: string }

/** Returns a value that fits a shape, with all of its fields. Where the shape allows several values, the field's name decides. */
export const sampleOf = (shape: Shape, { name = '', parent = '' }: Place = {}): Json => {
  const { properties, items, enum: choices, oneOf, anyOf = oneOf, format } = shape
  const [type] = typesOf(shape)
  if (shape.const !== undefined) return shape.const
  if (choices?.[0] !== undefined) return choices[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0], { name, parent })
  if (type === 'object') {
    const fields = Object.entries(properties ?? {})
    return Object.fromEntries(fields.map(([field, inner]) => [field, sampleOf(inner, { name: field, parent: name })]))
  }
  if (type === 'array') return items ? [sampleOf(items, { name, parent })] : []
  const known = [VALUES[name], ...(shape.pattern === undefined ? [] : PATTERNED)].find((value) => fits(value, shape))
  if (known !== undefined) return known
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return shape.minimum ?? 1
  if (type === 'null') return null
  if (name === 'id' && /blocks$/i.test(parent)) return SOME_BLOCK_ID
  if (format === 'uuid' || /^id$|Id$/.test(name)) return SOME_ID
  if (format === 'date-time') return AN_INSTANT
  return format === 'date' ? '2026-11-18' : 'Text'
}

const isShownIn = (shape: Shape, field: string): boolean => {
  const isOptional = !shape.required?.includes(field)
  const other = INSTEAD_OF[field]
  return !isOptional || !(KNOWN_TO_CALLER.has(field) || (other !== undefined && other in (shape.properties ?? {})))
}

/** Returns a body for a caller without existing data: a {@link sampleOf} without the fields that refer to existing data. */
export const bodyExampleOf = (shape: Shape): Json => sampleOf(startedFromNothing(shape))

const startedFromNothing = (shape: Shape): Shape => ({
  ...shape,
  ...(shape.anyOf && { anyOf: shape.anyOf.map(startedFromNothing) }),
  ...(shape.oneOf && { oneOf: shape.oneOf.map(startedFromNothing) }),
  ...(shape.items && { items: startedFromNothing(shape.items) }),
  ...(shape.properties && {
    properties: Object.fromEntries(
      Object.entries(shape.properties).flatMap(([field, inner]) =>
        isShownIn(shape, field) ? [[field, startedFromNothing(inner)] as const] : [],
      ),
    ),
  }),
})
