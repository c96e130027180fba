<%@ WebService Language="C#" Class="Events" %>
