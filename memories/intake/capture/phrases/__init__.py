"""How people say what lasts, a language a module; read together by wording."""
