import { ButtonLink } from '#web/ui/button.tsx'

/** The final page of a popup. Only visible if the browser doesn't close the popup automatically. */
export const ClosingPage = () => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-2 p-6 text-center">
    <h1 className="text-heading-medium leading-tight">You can close this window</h1>
    <p className="text-ink-soft">Go back to Firstbell to pick up where you left off.</p>
    <ButtonLink href="/dashboard" className="mt-3">
      Open my planner here
    </ButtonLink>
  </main>
)
