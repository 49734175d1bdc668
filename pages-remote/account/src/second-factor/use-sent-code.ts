import { useCallback, useEffect, useRef, useState } from 'react';
import type { Challenge } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { type ActionFailure, readActionFailure } from '../failure/action-failure.ts';
import { FAULT } from '../failure/failure-text.ts';
import { useCountdown } from '../form/use-countdown.ts';
import { keepChallenge, readKeptChallenge } from './kept-challenge.ts';

/** Seconds between two codes to one phone: what the auth service asks for by default. */
const CODE_PAUSE_SECONDS = 60;

export interface SentCode {
  /** What the last code that was sent answers; null before the first. */
  readonly challenge: Challenge | null;
  readonly sending: boolean;
  /** Why the last code could not be sent. */
  readonly failure: ActionFailure | null;
  /** Seconds until another code can be asked for. */
  readonly secondsLeft: number;
  readonly send: () => void;
}

/** Sends a code to the phone of a factor, at once unless one is under way already, and again when it is asked to. */
export function useSentCode(factorId: string): SentCode {
  const createChallenge = useAuth((auth) => auth.mfa.challenge);
  const [kept] = useState(() => readKeptChallenge(factorId));
  const [challenge, setChallenge] = useState<Challenge | null>(kept);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [sending, setSending] = useState(kept === null);
  const [secondsLeft, startCountdown] = useCountdown('phone-challenge', kept === null ? 0 : pauseSince(kept.sentAt));
  const isAsked = useRef(kept !== null);

  const ask = useCallback(
    () =>
      createChallenge(factorId).then(
        (created) => {
          keepChallenge({ ...created, sentAt: Date.now() });
          setChallenge(created);
          setSending(false);
          startCountdown(CODE_PAUSE_SECONDS);
        },
        (error: unknown) => {
          const problem = readActionFailure(error);
          setFailure(problem ?? FAULT);
          setSending(false);
          if (problem?.retryAfterSeconds) startCountdown(problem.retryAfterSeconds);
          if (!problem) reportError(error);
        },
      ),
    [createChallenge, factorId, startCountdown],
  );

  useEffect(() => {
    // Effects may run twice; every code costs a message.
    if (isAsked.current) return;
    isAsked.current = true;
    void ask();
  }, [ask]);

  return {
    challenge,
    sending,
    failure,
    secondsLeft,
    send() {
      setSending(true);
      setFailure(null);
      void ask();
    },
  };
}

function pauseSince(sentAt: number): number {
  return Math.min(CODE_PAUSE_SECONDS, Math.max(0, CODE_PAUSE_SECONDS - (Date.now() - sentAt) / 1000));
}
