import * as z from 'zod/mini'
import { atMostOneDay, blockInput, endsAfterStart, TimeBlock } from '#shared/calendar/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX } from '#shared/limits.ts'
import { requiredText, text } from '#shared/text.ts'

export const NAME_MISSING = 'Please enter a template name'
export const NO_VALID_BLOCK = 'Please add at least one valid time block'

const saved = {
  id: z.string(),
  name: z.string(),
  /** Increases with every change. Send it with a change to detect conflicts. */
  version: z.number(),
}

/** A single block that can be added to any day. */
export const TimeBlockTemplate = z
  .object({
    ...saved,
    title: z.string(),
    description: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    hasAlert: z.boolean(),
    alertMessage: z.string(),
    classId: z.optional(z.nullable(z.string())),
  })
  .register(names, { id: 'TimeBlockTemplate' })
export type TimeBlockTemplate = z.output<typeof TimeBlockTemplate>

/** A day's bell schedule. */
export const DailyTemplate = z
  .object({
    ...saved,
    userId: z.string(),
    blocks: z.array(TimeBlock),
    /** Alias for `blocks`. Requests accept either name, and responses include both. */
    timeBlocks: z.array(TimeBlock),
    /** When the teacher last checked this emergency plan. Null if the template isn't one. */
    checkedAt: z.nullable(z.string()),
  })
  .register(names, { id: 'DailyTemplate' })
export type DailyTemplate = z.output<typeof DailyTemplate>

export const WEEKDAY_BLOCKS = ['mondayBlocks', 'tuesdayBlocks', 'wednesdayBlocks', 'thursdayBlocks', 'fridayBlocks'] as const
const weekdays = <S extends z.core.$ZodType>(schema: S) =>
  ({ mondayBlocks: schema, tuesdayBlocks: schema, wednesdayBlocks: schema, thursdayBlocks: schema, fridayBlocks: schema }) satisfies Record<
    (typeof WEEKDAY_BLOCKS)[number],
    S
  >

/** Five school days. Applying the template doesn't change weekdays for which it has no blocks. */
export const WeeklyTemplate = z.object({ ...saved, ...weekdays(z.array(TimeBlock)) }).register(names, { id: 'WeeklyTemplate' })
export type WeeklyTemplate = z.output<typeof WeeklyTemplate>

const Name = requiredText(200, NAME_MISSING)
/** A block in a daily or weekly template. The server drops blocks without a title and assigns IDs. */
const TemplateBlockInput = z
  .object({ ...blockInput, title: text(200).check(z.trim()) })
  .check(endsAfterStart)
  .register(names, { id: 'TemplateBlockInput' })
export const BlocksInput = z.array(TemplateBlockInput).check(atMostOneDay)

export const TimeBlockTemplateInput = z
  .object({ ...blockInput, name: requiredText(200, 'Please fill in all required fields') })
  .check(endsAfterStart)
  .register(names, { id: 'TimeBlockTemplateInput' })
/** The web client also creates templates with only a name and adds the blocks later. */
export const NamedBlocks = z.object({ name: Name, blocks: z.optional(BlocksInput) })
/** Clients can send the blocks as `timeBlocks`. If both are present, as in a template returned by the API, `blocks` takes precedence. */
const DailyTemplateInput = z
  .object({ ...NamedBlocks.shape, timeBlocks: z.optional(BlocksInput) })
  .register(names, { id: 'DailyTemplateInput' })
export const WeeklyTemplateInput = z
  .object({ name: Name, ...weekdays(z._default(BlocksInput, [])) })
  .register(names, { id: 'WeeklyTemplateInput' })

/** Optional fields to copy into a template made from lessons. Titles and times are always copied. */
const includes = { includeDescriptions: z._default(z.boolean(), false), includeAlerts: z._default(z.boolean(), false) }
export type TemplateOptions = { includeDescriptions: boolean; includeAlerts: boolean }

/** The version the client last saw. If it is stale, the server rejects the change with 409 and returns the current template. */
const version = z.optional(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)))

const params = z.object({ id: z.uuid() })
const Done = z.object({ success: z.boolean() })

export const templates = contract({
  timeBlockTemplates: {
    method: 'GET',
    path: '/api/time-block-templates',
    access: 'account',
    summary: 'List the time-block templates by name.',
    description: 'Returns the caller’s own templates, each with its times, text, and alert.',
    reply: z.array(TimeBlockTemplate),
  },
  timeBlockTemplate: {
    method: 'GET',
    path: '/api/time-block-templates/:id',
    access: 'account',
    summary: 'Get a time-block template.',
    description: 'Returns one of the caller’s own templates, with the `version` that a change needs to detect conflicts.',
    params,
    reply: TimeBlockTemplate,
  },
  createTimeBlockTemplate: {
    method: 'POST',
    path: '/api/time-block-templates',
    access: 'subscriber',
    summary: 'Create a time-block template.',
    description: 'Returns the template with its id. The alert message is stored only if the alert is on.',
    holdsLessons: true,
    body: TimeBlockTemplateInput,
    reply: TimeBlockTemplate,
    answers: [201],
    refuses: ['not_found'],
  },
  changeTimeBlockTemplate: {
    method: 'PUT',
    path: '/api/time-block-templates/:id',
    access: 'subscriber',
    summary: 'Replace a time-block template.',
    description: 'Returns the template with its new version. Days it was used on don’t change.',
    params,
    holdsLessons: true,
    body: z.object({ ...TimeBlockTemplateInput.shape, version }).check(endsAfterStart),
    reply: TimeBlockTemplate,
    refuses: ['stale'],
  },
  deleteTimeBlockTemplate: {
    method: 'DELETE',
    path: '/api/time-block-templates/:id',
    access: 'subscriber',
    summary: 'Delete a time-block template.',
    description: 'It can be restored for 30 days.',
    params,
    reply: Done,
  },
  dailyTemplates: {
    method: 'GET',
    path: '/api/daily-templates',
    access: 'account',
    summary: 'List the daily templates by name.',
    description: 'Returns the caller’s own templates, each with its blocks under both `blocks` and `timeBlocks`.',
    reply: z.array(DailyTemplate),
  },
  createDailyTemplate: {
    method: 'POST',
    path: '/api/daily-templates',
    access: 'subscriber',
    summary: 'Create a daily template.',
    description: 'Returns the template with its id. Blocks without a title are dropped.',
    holdsLessons: true,
    body: DailyTemplateInput,
    reply: DailyTemplate,
    answers: [201],
    refuses: ['not_found'],
  },
  saveDayAsTemplate: {
    method: 'POST',
    path: '/api/calendar/:id/save-as-template',
    access: 'subscriber',
    summary: 'Create a daily template from a day’s time blocks.',
    description: 'Returns the template with its id. It includes descriptions and alerts only if requested.',
    params,
    body: z.object({ templateName: Name, ...includes }),
    reply: DailyTemplate,
    answers: [201],
  },
  changeDailyTemplate: {
    method: 'PUT',
    path: '/api/daily-templates/:id',
    access: 'subscriber',
    summary: 'Rename a daily template, and replace its blocks if any are sent.',
    description: 'Returns the template with its new version. Days it was applied to don’t change.',
    params,
    holdsLessons: true,
    body: z.object({ ...DailyTemplateInput.shape, version }),
    reply: DailyTemplate,
    refuses: ['stale'],
  },
  keepEmergencyPlan: {
    method: 'PUT',
    path: '/api/daily-templates/:id/emergency-plan',
    access: 'subscriber',
    summary: 'Put a daily template on file as an emergency plan, or take it off.',
    description: `Returns the template. Putting it on file again says that it was checked today. A teacher can have ${MAX.emergencyPlans}. School administrators see whether there is one, but not what it says.`,
    params,
    body: z.strictObject({ isOnFile: z.boolean() }),
    reply: DailyTemplate,
    refuses: ['refused_by_rule'],
  },
  deleteDailyTemplate: {
    method: 'DELETE',
    path: '/api/daily-templates/:id',
    access: 'subscriber',
    summary: 'Delete a daily template.',
    description: 'It can be restored for 30 days. Days it was applied to don’t change.',
    params,
    reply: Done,
  },
  weeklyTemplates: {
    method: 'GET',
    path: '/api/weekly-templates',
    access: 'account',
    summary: 'List the weekly templates by name.',
    description: 'Returns the caller’s own templates, each with the blocks of five weekdays.',
    reply: z.array(WeeklyTemplate),
  },
  createWeeklyTemplate: {
    method: 'POST',
    path: '/api/weekly-templates',
    access: 'subscriber',
    summary: 'Create a weekly template.',
    description: 'Returns the template with its id. Blocks without a title are dropped.',
    holdsLessons: true,
    body: WeeklyTemplateInput,
    reply: WeeklyTemplate,
    answers: [201],
    refuses: ['not_found'],
  },
  changeWeeklyTemplate: {
    method: 'PUT',
    path: '/api/weekly-templates/:id',
    access: 'subscriber',
    summary: 'Replace a weekly template.',
    description: 'Returns the template with its new version. Weeks it was applied to don’t change.',
    params,
    holdsLessons: true,
    body: z.object({ ...WeeklyTemplateInput.shape, version }),
    reply: WeeklyTemplate,
    refuses: ['stale'],
  },
  deleteWeeklyTemplate: {
    method: 'DELETE',
    path: '/api/weekly-templates/:id',
    access: 'subscriber',
    summary: 'Delete a weekly template.',
    description: 'It can be restored for 30 days. Weeks it was applied to don’t change.',
    params,
    reply: Done,
  },
  restoreTemplate: {
    method: 'POST',
    path: '/api/templates/:id/restore',
    access: 'subscriber',
    summary: 'Restore a deleted template of any kind.',
    description: 'Works up to 30 days after it was deleted.',
    params,
    reply: Done,
    refuses: ['refused_by_rule'],
  },
})
