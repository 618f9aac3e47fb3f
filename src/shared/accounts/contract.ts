import * as z from 'zod/mini'
import { isTimezone } from '#shared/dates.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { requiredText, text } from '#shared/text.ts'
import { StoredPrompts } from '#shared/writing/contract.ts'
import { HUES, NOTE_NAMES } from './rules.ts'

export const BLOCK_DURATIONS = [15, 30, 45, 60, 90] as const

/** A normalized email address: trimmed and lowercased. */
export const EmailAddress = text(254).check(z.trim(), z.toLowerCase(), z.email('Please enter an email address'))

const Hue = z.int().check(z.minimum(0), z.maximum(HUES - 1))

/** Ignores preferences that a newer version has stored, because versions run side by side during an upgrade. */
export const Preferences = z
  .object({
    theme: z._default(z.enum(['light', 'dark']), 'light'),
    timeFormat: z._default(z.enum(['12', '24']), '12'),
    weekStartsOn: z._default(z.enum(['sunday', 'monday']), 'sunday'),
    /** In minutes. */
    defaultBlockDuration: z._default(z.literal(BLOCK_DURATIONS), 45),
    compactView: z._default(z.boolean(), false),
    animateGradient: z._default(z.boolean(), true),
    /** Whether the user receives mail that isn't about the account itself. */
    mails: z._default(z.boolean(), true),
    /** Whether the user receives mail when a substitute's report comes in. */
    reportMails: z._default(z.boolean(), true),
    /** Colors that the teacher has picked for lessons, keyed by `subjectOf(title)`. Use `titleHue` to set one at a time. */
    titleHues: z._default(z.array(z.object({ subject: z.string(), hue: Hue })), []),
    /** Null if the user hasn't customized the built-in prompts. */
    aiPrompts: z._default(z.nullable(StoredPrompts), null),
  })
  .register(names, { id: 'Preferences' })
export type Preferences = z.output<typeof Preferences>

/**
 * The lines about the office and the room in a teacher's sub plans. The teacher types them once. The name, email and phone that the school
 * entered take precedence. A line is '' until the teacher types it.
 */
export const Classroom = z
  .object({
    schoolName: z._default(text(MAX.classroomLine), ''),
    officeEmail: z._default(text(254), ''),
    officePhone: z._default(text(MAX.phone), ''),
    nursePhone: z._default(text(MAX.phone), ''),
    /** The teacher to ask, such as 'Ms. Kim, Room 112'. */
    nextDoor: z._default(text(MAX.classroomLine), ''),
    room: z._default(text(MAX.room), ''),
    grade: z._default(text(MAX.room), ''),
    /** How many students, such as '24'. */
    students: z._default(text(MAX.room), ''),
  })
  .register(names, { id: 'Classroom' })
export type Classroom = z.output<typeof Classroom>

/** May be empty. */
export const PhoneNumber = text(MAX.phone).check(z.trim(), z.regex(/^[+\d ().,;x#*-]*$/i, 'Please enter a phone number'))
const phone = z.optional(PhoneNumber)
const line = (max: number) => z.optional(text(max).check(z.trim()))
/** A partial update. Omitted lines keep their values. */
const ClassroomChange = z.strictObject({
  schoolName: line(MAX.classroomLine),
  officeEmail: z.optional(z.union([z.literal(''), EmailAddress])),
  officePhone: phone,
  nursePhone: phone,
  nextDoor: line(MAX.classroomLine),
  room: line(MAX.room),
  grade: line(MAX.room),
  students: line(MAX.room),
})

/** A partial update. Omitted preferences keep their values. */
const PreferencesChange = z
  .strictObject({
    theme: z.optional(z.enum(['light', 'dark'])),
    timeFormat: z.optional(z.enum(['12', '24'])),
    weekStartsOn: z.optional(z.enum(['sunday', 'monday'])),
    defaultBlockDuration: z.optional(z.literal(BLOCK_DURATIONS)),
    compactView: z.optional(z.boolean()),
    animateGradient: z.optional(z.boolean()),
    mails: z.optional(z.boolean()),
    reportMails: z.optional(z.boolean()),
    aiPrompts: z.optional(z.nullable(StoredPrompts)),
  })
  .register(names, { id: 'PreferencesChange' })

export const SubscriptionStatus = z
  .enum(['TRIAL', 'TRIALEXPIRED', 'PROTEACHERACTIVE', 'PROTEACHEREXPIRED'])
  .register(names, { id: 'SubscriptionStatus' })
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>

/** The signed-in user's own account. Never sent to other users. */
export const User = z
  .object({
    id: z.string(),
    /** The user's own calendar, not their school's. */
    calendarId: z.string(),
    /** Version of the latest change to the calendar, or 0 if nothing has changed yet. */
    calendarVersion: z.number(),
    /** Version of the latest change to the school calendar, or null if the user isn't in a school. */
    schoolVersion: z.nullable(z.number()),
    /** True if the calendar has any days or templates. Otherwise the client shows the first-week setup. */
    hasPlanned: z.boolean(),
    /** Null for guests. */
    email: z.nullable(z.string()),
    /**
     * True for a user trying Firstbell without an email address. The guest and their planner are deleted after three days unless they sign
     * up.
     */
    isGuest: z.boolean(),
    displayName: z.nullable(z.string()),
    /** A 300 × 300 pixel JPEG as a data URL. */
    profileImage: z.nullable(z.string()),
    /** The user's Google account ID, or null if they can't sign in with Google. */
    googleId: z.nullable(z.string()),
    /** True if the user can sign in with the OpenID provider that the operator configured. */
    hasOidc: z.boolean(),
    /** True if the user can sign in with a password. */
    hasPassword: z.boolean(),
    /** True once the user has proved that they receive mail at the address. */
    isEmailConfirmed: z.boolean(),
    /** True if a mail server rejected the address as unknown. */
    mailComesBack: z.boolean(),
    schoolId: z.nullable(z.string()),
    schoolAdministration: z.boolean(),
    /** True if the user's school wants devices to keep nothing until the user says that a device is their own. */
    usesSharedDevices: z.boolean(),
    isAdmin: z.boolean(),
    subscriptionStatus: SubscriptionStatus,
    /** When the 7-day trial began (ISO 8601). */
    freeTrialStarted: z.string(),
    aiFeatureFlag: z.boolean(),
    aiCustomInstructions: z.string(),
    emergencyProcedures: z.string(),
    studentNotes: z.string(),
    substituteInstructions: z.string(),
    /** The notes that can't be decrypted, because a key is missing. Their text says so. */
    unreadableNotes: z._default(z.array(z.enum(NOTE_NAMES)), []),
    classroom: Classroom,
    showTutorial: z.boolean(),
    referralCredits: z.number(),
    preferences: Preferences,
    /** The teacher's IANA time zone. */
    timezone: z.string(),
    createdAt: z.string(),
  })
  .register(names, { id: 'User' })
export type User = z.output<typeof User>

export const Password = z.string().check(z.minLength(1, 'Please enter a password'), z.maxLength(256, 'Use at most 256 characters'))
export const Timezone = z.string().check(z.refine((zone) => zone.length <= 64 && isTimezone(zone), 'We don’t recognize that time zone'))

/** Width and height of a profile picture, in pixels. */
export const PICTURE_SIDE = 300
export const NOT_A_PICTURE = `Send the picture as a ${PICTURE_SIDE} × ${PICTURE_SIDE} pixel JPEG.`

/** A picture cropped by the browser, at most 200 kB when decoded. The server also checks its dimensions. */
const ProfileImage = z
  .string()
  .check(
    z.maxLength(270_000, `The picture is too large. ${NOT_A_PICTURE}`),
    z.regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/, NOT_A_PICTURE),
  )

/** The three rich-text notes included in every sub plan. */
const NotesChange = {
  emergencyProcedures: z.optional(text(MAX.lessonHtml)),
  studentNotes: z.optional(text(MAX.lessonHtml)),
  substituteInstructions: z.optional(text(MAX.lessonHtml)),
}

/** Result of a sign-in: the bearer token and the account. */
export const SignedIn = z.object({ token: z.string(), user: User }).register(names, { id: 'SignedIn' })
export const Done = z.object({ success: z.literal(true) })
/**
 * A new account. `token` is missing if sign-up is restricted and the server sends mail. In that case, the user sets a password through an
 * emailed link, which also proves that they own the address.
 */
export const SignedUp = z.object({ token: z.optional(z.string()), user: User }).register(names, { id: 'SignedUp' })

const NewPerson = {
  email: EmailAddress,
  /** The plain-text password, the same as `password`. The field's name is historical. */
  passwordHash: z.optional(Password),
  password: z.optional(Password),
  /** Printed on sub plans. A blank name is treated as missing. */
  displayName: z.optional(text(MAX.name)),
  timezone: z.optional(Timezone),
  /** Referral code of the colleague who invited them. Unknown codes are ignored. */
  ref: z.optional(text(64)),
}
export const NewAccount = z.object(NewPerson)

/** The word that the user types to confirm deletion. */
export const DELETE_WORD = 'DELETE'

/** Both in bytes. */
const SpaceUsed = z.object({ used: z.number(), limit: z.number() }).register(names, { id: 'SpaceUsed' })

export const accounts = contract({
  register: {
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    summary: 'Create an account with a 7-day trial, and sign in.',
    description:
      'Returns the account and a token. If sign-up is restricted and email is set up, no password is needed and there is no token: we email a link for setting the password.',
    body: NewAccount,
    reply: SignedUp,
    answers: [201],
    refuses: ['taken', 'not_signed_in', 'sign_up_closed'],
  },
  deleteMe: {
    method: 'POST',
    path: '/api/user/delete',
    access: 'account',
    summary: 'Permanently delete the account and everything in it.',
    description: 'Ends all of the caller’s sessions. Nothing can be restored.',
    body: z.object({ confirmation: z.literal(DELETE_WORD, `Type ${DELETE_WORD} to confirm.`) }),
    reply: Done,
    refuses: ['last_administrator'],
    needsProof: true,
  },
  me: {
    method: 'GET',
    path: '/api/user',
    access: 'account',
    summary: 'Get the caller’s account.',
    description: 'Returns the profile, preferences, and plan of the signed-in user. Other users never receive this view.',
    reply: User,
  },
  updateMe: {
    method: 'PATCH',
    path: '/api/user',
    access: 'account',
    summary: 'Change the caller’s account.',
    description:
      'Returns the updated account. Omitted fields keep their values, and unknown fields are rejected. Send the notes you last saw as `knownNotes` to detect conflicting edits.',
    holdsLessons: true,
    body: z.strictObject({
      displayName: z.optional(requiredText(MAX.name, 'Please enter a display name.')),
      profileImage: z.optional(z.nullable(ProfileImage)),
      showTutorial: z.optional(z.boolean()),
      preferences: z.optional(PreferencesChange),
      /** Color (0 to 10) for all lessons with this title, with or without details after it. Null resets to the automatic color. */
      titleHue: z.optional(z.strictObject({ title: requiredText(200, 'Please enter a title'), hue: z.nullable(Hue) })),
      timezone: z.optional(Timezone),
      aiCustomInstructions: z.optional(text(2000)),
      ...NotesChange,
      classroom: z.optional(ClassroomChange),
      /**
       * The notes as the client last saw them. If a stored note differs, it isn't overwritten, and the call returns 409 `stale` with the
       * current user.
       */
      knownNotes: z.optional(z.strictObject(NotesChange)),
      /** True replaces notes that can't be decrypted. Without it, the call is refused, because their key may be found again. */
      replaceUnreadable: z.optional(z.boolean()),
    }),
    reply: User,
    refuses: ['subscription_needed', 'stale'],
  },
  storage: {
    method: 'GET',
    path: '/api/user/storage',
    access: 'account',
    summary: 'Get the caller’s storage use and limits, in bytes.',
    description: 'Returns them for lessons and templates, and for the last 30 days of changes.',
    reply: z.object({ lessons: SpaceUsed, history: SpaceUsed }),
  },
})
