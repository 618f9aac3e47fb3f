// @module-tag full
import { describe } from 'vitest'
import { runJourneys } from './journeys.ts'
import { openWebKit } from './webkit.ts'

describe('in WebKit', () => runJourneys(openWebKit))
