export {
  InvalidMoveError,
  InvalidReleaseError,
  LogUnreadableError,
  MoveRefusedError,
  RegistryUnreadableError,
  ReleaseConflictError,
  RevisionMismatchError,
  StoreUnavailableError,
  StoreError,
  StoreLockedError,
  TeamBookError,
} from '../model/store-errors.ts';
export { networkCode } from './fetch-failure.ts';
export { currentRegistry, type Compression, type ReleaseStore } from './release-store.ts';
