import '@testing-library/jest-dom';
import { afterEach, beforeEach } from '@jest/globals';
import { closeTestSite, openTestSite } from './test-site.ts';
import './wait-limit.ts';

// Each test has its own site, and fails for requests that nothing handled.
beforeEach(openTestSite);
afterEach(closeTestSite);
