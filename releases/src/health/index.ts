export { MAX_IN_TALLY, MAX_PER_NETWORK, RECENT_MINUTES, type FailedVisitor, type HealthBook, type ReleaseHealth, type ReleaseTimings, type Tally } from './health-book.ts';
export { LATEST_MINUTES, reasonOf, shouldQuarantine, suspects, type Suspect } from './quarantine-rules.ts';
export { MAX_INSPECTED_MOVES, placeOf, placeSince, type Place } from './release-place.ts';
