import { Redirect } from 'wouter'
import { SignedIn } from './signed-in.tsx'

/** `/`: to the planner, or to the sign-in page. */
export const HomePage = () => (
  <SignedIn>
    <Redirect to="/dashboard" replace />
  </SignedIn>
)
