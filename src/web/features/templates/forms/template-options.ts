import type { ShownBlock } from '#web/features/templates/template-kinds.ts'

/** What goes into a template beside titles and times. */
export type TemplateOptions = { includeDescriptions: boolean; includeAlerts: boolean }

/** A block as it goes into a template: descriptions and alerts only where they were asked for. */
export const withOptions = (block: ShownBlock, { includeDescriptions, includeAlerts }: TemplateOptions): ShownBlock => ({
  title: block.title,
  startTime: block.startTime,
  endTime: block.endTime,
  description: includeDescriptions ? block.description : '',
  hasAlert: includeAlerts && block.hasAlert,
  alertMessage: includeAlerts && block.hasAlert ? block.alertMessage : '',
})
