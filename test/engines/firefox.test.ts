// @module-tag full
import { describe } from 'vitest'
import { openFirefox } from './firefox.ts'
import { runJourneys } from './journeys.ts'

describe('in Firefox', () => runJourneys(openFirefox))
