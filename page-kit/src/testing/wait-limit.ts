import { configure } from '@testing-library/react';

/** Milliseconds after which `findBy…` and `waitFor` fail. Testing Library's default of one second is too short while a busy machine compiles a page. */
const WAIT_LIMIT_MS = 15_000;

configure({ asyncUtilTimeout: WAIT_LIMIT_MS });
