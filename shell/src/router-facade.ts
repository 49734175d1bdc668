/**
 * The names of react-router-dom that the site uses. The shell shares this module under the name `react-router-dom`,
 * so that a remote's import of one name does not bring the whole router. A name that is missing here would
 * be `undefined` at run time: page-kit's list of router names is checked against it by a test.
 */
export {
  BrowserRouter,
  Link,
  NavLink,
  Navigate,
  Outlet,
  Route,
  Routes,
  useHref,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
