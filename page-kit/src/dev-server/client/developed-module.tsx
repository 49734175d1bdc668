import developed from 'atrium-developed-module';
import { Component, createElement, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import type { ExtensionLoader, PageModuleStart, RouteLoader } from '../../contract/page-module.ts';
import { developmentErrors } from './development-errors.ts';

// Not translated: for teams only.
const FAILED = 'This part of the page failed. It appears again when the error is fixed.';

/** Reports an error of its children. React renders them again when one of their components is replaced. */
class ReportingBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    developmentErrors().report(error, componentStack ?? '');
  }

  override render() {
    return this.state.failed ? <FailedPart /> : this.props.children;
  }
}

function FailedPart() {
  return <p role="alert">{FAILED}</p>;
}

/** The component, inside a boundary that reports its errors. */
function reporting<Props extends object>(Shown: ComponentType<Props>): (props: Props) => ReactNode {
  return (props) => <ReportingBoundary>{createElement(Shown, props)}</ReportingBoundary>;
}

/** Loads a file with a component. Reports a failure, and loads a placeholder instead. */
async function loadOrReport<Shown>(what: string, load: () => Promise<{ readonly default: Shown }>): Promise<Shown | null> {
  try {
    const { default: shown } = await load();
    if (shown !== undefined) return shown;
    throw new TypeError(`The file of the ${what} has no default export. Write \`export default function …\` before its component.`);
  } catch (error) {
    developmentErrors().reportFailedLoad(error);
    return null;
  }
}

function reportingRoute(key: string, load: RouteLoader): RouteLoader {
  return async () => {
    const Page = await loadOrReport(`route ${key}`, load);
    if (Page === null) return { default: FailedPart };
    return { default: Object.assign(reporting(Page), Page.load && { load: Page.load }) };
  };
}

function reportingExtension(key: string, load: ExtensionLoader): ExtensionLoader {
  return async () => {
    const Extension = await loadOrReport(`extension ${key}`, load);
    return { default: Extension === null ? FailedPart : reporting(Extension) };
  };
}

function mapped<Value>(values: Readonly<Record<string, Value>>, change: (key: string, value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(key, value)]));
}

/** The module with errors reported to the developer. */
export default {
  ...developed,
  routes: mapped(developed.routes, reportingRoute),
  ...(developed.extensions && { extensions: mapped(developed.extensions, reportingExtension) }),
  ...(developed.start && {
    start: async (context: PageModuleStart) => {
      try {
        await developed.start?.(context);
      } catch (error) {
        developmentErrors().report(error);
      }
    },
  }),
};
