import '@testing-library/jest-dom';
import { afterEach, beforeEach } from '@jest/globals';
import { configure } from '@testing-library/react';
import { closeTestSite, openTestSite } from './test-site.ts';

/** Milliseconds after which `findBy…` and `waitFor` fail. Testing Library's default of one second is too short while a busy machine compiles a page. */
const WAIT_LIMIT_MS = 15_000;

configure({ asyncUtilTimeout: WAIT_LIMIT_MS });

// Each test has its own site, and fails for requests that nothing answered.
beforeEach(openTestSite);
afterEach(closeTestSite);
