import { Link, type LinkProps } from 'react-router-dom';

export interface LinkButtonProps extends LinkProps {
  readonly tone?: 'primary' | 'quiet';
}

/** A link that looks like a button: for the one way on from a screen. */
export function LinkButton({ tone = 'primary', className = '', ...rest }: LinkButtonProps) {
  return <Link {...rest} className={`atrium-button atrium-button-${tone} ${className}`} />;
}
