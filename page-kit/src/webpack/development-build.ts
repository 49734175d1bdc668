/** How a build for a development server differs from one that is sealed and published. */
export interface DevelopmentBuild {
  /** Stands where the placeholder would: what is never sealed has its release's id from the start. */
  readonly release: string;
  /** Whether edited components take the place of the running ones, which needs a development build of React around them. */
  readonly refresh: boolean;
}
