import { Component, type ReactNode } from 'react'
import { ErrorState } from '#web/ui/error-state.tsx'

/**
 * Replaces a page that failed to render or load. The Try again button reloads the page, because browsers cache a failed module import for
 * the life of the page.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(): void {
    // The page says that it opens by itself then.
    if (!navigator.onLine) window.addEventListener('online', () => window.location.reload(), { once: true })
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <main className="grid min-h-dvh place-content-center">
        <h1 className="sr-only">Something went wrong</h1>
        <ErrorState
          title="Something went wrong"
          description="We couldn’t show this page. Everything you saved is safe. Try reloading it."
          onRetry={() => window.location.reload()}
        />
      </main>
    )
  }
}
