/**
 * The names of react-router-dom that the site uses. The shell shares this module under the name `react-router-dom`, so
 * that a remote that imports one name does not pull in the whole router. A missing name would be `undefined` at run time; a
 * test compares this list with page-kit's list of router names.
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
