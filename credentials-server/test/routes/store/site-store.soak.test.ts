import { testStoreContract } from '@atrium/releases/testing';
import { emptySiteStore } from '../../support/site-with-teams.ts';

testStoreContract(emptySiteStore, ['health', 'previews']);
