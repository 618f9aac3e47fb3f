import { useMutation } from '@tanstack/react-query'
import type { SubLink } from '#shared/sub-links/contract.ts'
import { generateLinkPlan } from '#web/features/sub-plans/data.ts'
import { planFileName } from '#web/features/sub-plans/plan-draft.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

/** Returns a mutation that saves the plan of an open link of the teacher as a PDF. */
export const useLinkPdf = () => {
  const isPhone = useMedia(PHONE)
  return useMutation({
    mutationFn: async ({ id, dates }: SubLink) => {
      // The PDF library is large and rarely needed, so it loads on the first click.
      const [plan, { planPdf }] = await Promise.all([generateLinkPlan(id, dates), import('#web/features/sub-plans/plan-pdf.ts')])
      return { pdf: await planPdf(plan), name: planFileName(dates) }
    },
    onSuccess: ({ pdf, name }) => {
      saveFile(pdf, name)
      if (isPhone) showToast({ title: 'Saved', description: 'Share it from your Files app or your email.' })
    },
    onError: (error) => showToast({ tone: 'destructive', title: 'Failed to save the PDF', description: error.message }),
  })
}
