import '@testing-library/jest-dom';
import { afterEach, beforeEach } from '@jest/globals';
import { closeTestSite, openTestSite } from './test-site.ts';

/** Each test has a site of its own, and fails for requests that nothing answered. */
beforeEach(openTestSite);
afterEach(closeTestSite);
