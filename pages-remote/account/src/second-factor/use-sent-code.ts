import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { Challenge } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { type ActionFailure, failureOf } from '../failure/action-failure.ts';
import { tryTabStorage } from '../form/tab-storage.ts';
import { useCountdown } from '../form/use-countdown.ts';

/** Seconds between two codes to one phone: the default of the auth service. */
const CODE_PAUSE_SECONDS = 60;

interface SentCode {
  /** The challenge that the last sent code answers; null before the first code. */
  readonly challenge: Challenge | null;
  readonly sending: boolean;
  /** Why the last code could not be sent. */
  readonly failure: ActionFailure | null;
  /** Seconds until another code can be requested. */
  readonly secondsLeft: number;
  readonly send: () => void;
}

/** Sends a code to the phone of a factor on mount, unless an earlier one is still valid, and again on request. */
export function useSentCode(factorId: string): SentCode {
  const createChallenge = useAuth((auth) => auth.mfa.challenge);
  const [stored] = useState(() => readStoredChallenge(factorId));
  const [challenge, setChallenge] = useState<Challenge | null>(stored);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const [sending, setSending] = useState(stored === null);
  const [secondsLeft, startCountdown] = useCountdown(`phone-challenge.${factorId}`, stored === null ? 0 : pauseSince(stored.sentAt));
  const isRequested = useRef(stored !== null);

  const request = useCallback(
    () =>
      createChallenge(factorId).then(
        (created) => {
          storeChallenge({ ...created, sentAt: Date.now() });
          setChallenge(created);
          setSending(false);
          startCountdown(CODE_PAUSE_SECONDS);
        },
        (error: unknown) => {
          const reason = failureOf(error);
          setFailure(reason);
          setSending(false);
          if (reason.retryAfterSeconds !== null) startCountdown(reason.retryAfterSeconds);
        },
      ),
    [createChallenge, factorId, startCountdown],
  );

  useEffect(() => {
    // React may run effects twice, and every code costs a message.
    if (isRequested.current) return;
    isRequested.current = true;
    void request();
  }, [request]);

  return {
    challenge,
    sending,
    failure,
    secondsLeft,
    send() {
      setSending(true);
      setFailure(null);
      void request();
    },
  };
}

function pauseSince(sentAt: number): number {
  return Math.min(CODE_PAUSE_SECONDS, Math.max(0, CODE_PAUSE_SECONDS - (Date.now() - sentAt) / 1000));
}

/** Each phone has its own: the service limits the codes of each. */
function storageKey(factorId: string): string {
  return `atrium.account.sent-code.${factorId}`;
}

const challengeSchema = v.object({
  factorId: v.string(),
  challengeId: v.string(),
  /** Seconds since 1970. */
  expiresAt: v.number(),
  /** Milliseconds since 1970. */
  sentAt: v.number(),
});

type SentChallenge = v.InferOutput<typeof challengeSchema>;

/**
 * Stores a challenge in the tab, because phones discard the page while the user reads the message, and the service sends no
 * second code for a minute. It contains neither the code nor the session.
 */
function storeChallenge(challenge: SentChallenge): void {
  tryTabStorage((storage) => storage.setItem(storageKey(challenge.factorId), JSON.stringify(challenge)));
}

/** Deletes the stored challenge after its verification: the service accepts only one code for it. */
export function deleteStoredChallenge(factorId: string): void {
  tryTabStorage((storage) => storage.removeItem(storageKey(factorId)));
}

/** The challenge of a factor that has not expired. */
function readStoredChallenge(factorId: string): SentChallenge | null {
  const parsed = tryTabStorage((storage): unknown => JSON.parse(storage.getItem(storageKey(factorId)) ?? 'null'));
  const stored = v.safeParse(challengeSchema, parsed);
  if (!stored.success || stored.output.factorId !== factorId) return null;
  return stored.output.expiresAt * 1000 > Date.now() ? stored.output : null;
}
