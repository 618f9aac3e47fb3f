import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useOpenAsGuest } from './data.ts'

/** Opens a guest planner for visitors who don't want to sign up yet. Must be a form: the router preloads the planner on submit. */
export const TryForm = () => {
  const { mutate: open, isPending } = useOpenAsGuest()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    open(undefined, { onError: (error) => showToast({ tone: 'destructive', title: 'Error', description: error.message }) })
  }
  return (
    <form onSubmit={submit} className="mt-3 grid gap-2 border-t border-line pt-5 text-center">
      <Button type="submit" size="lg" busy={isPending}>
        Try it now
      </Button>
      <p className="text-label text-ink-soft">Explore a sample week. No email or password needed.</p>
    </form>
  )
}
