import { useMutation } from '@tanstack/react-query'
import type { SubLink } from '#shared/sub-links/contract.ts'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { generatePlan } from '#web/features/sub-plans/data.ts'
import { planFileName } from '#web/features/sub-plans/plan-draft.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

/** Whether a link's plan can be saved. An emergency plan is only on its page, and in the mail to the office. */
export const hasPdf = ({ emergencyPlan }: SubLink): boolean => emergencyPlan === null

/** Returns a mutation that saves the plan of a link as a PDF, with the link's code. */
export const useLinkPdf = (calendar: CalendarSource) => {
  const isPhone = useMedia(PHONE)
  return useMutation({
    mutationFn: async ({ id, url, dates, include, message }: SubLink) => {
      const { lessons, substituteInstructions, alerts, studentNotes } = include
      const choices = { lessons, substituteInstructions, alerts, studentNotes, emergencyProcedures: true, message }
      // The PDF library is large and rarely needed, so it loads on the first click.
      const [plan, { planPdf }] = await Promise.all([
        generatePlan(calendar, dates, choices, url === null ? undefined : id),
        import('#web/features/sub-plans/plan-pdf.ts'),
      ])
      return { pdf: await planPdf(plan), name: planFileName(dates) }
    },
    onSuccess: ({ pdf, name }) => {
      saveFile(pdf, name)
      if (isPhone) showToast({ title: 'Saved', description: 'Share it from your Files app or your email.' })
    },
    onError: (error) => showToast({ tone: 'destructive', title: 'Failed to save the PDF', description: error.message }),
  })
}
