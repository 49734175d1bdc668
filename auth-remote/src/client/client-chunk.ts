/** All that arrives with supabase-js, in one chunk: nobody needs it before there is a session. */
export { LogInAgain } from '../log-in-again/log-in-again.tsx';
export { NotPermitted } from '../react/not-permitted.tsx';
export { connect } from './connection.ts';
