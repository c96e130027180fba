@rem The npm scripts begin with exec, so that no shell stands between npm's signals and the program. A POSIX shell has
@rem it built in; cmd.exe finds this file.
@%*
