import '@testing-library/jest-dom';
import { afterEach, beforeEach } from '@jest/globals';
import { configure } from '@testing-library/react';
import { closeTestSite, openTestSite } from './test-site.ts';

/** Milliseconds after which a wait fails. Testing Library's own second is over on a busy machine while a page's code is still compiled. */
const WAIT_LIMIT = 5000;

configure({ asyncUtilTimeout: WAIT_LIMIT });

/** Each test has a site of its own, and fails for requests that nothing answered. */
beforeEach(openTestSite);
afterEach(closeTestSite);
